import { Section } from "#components/landing/section.tsx";
import { getLanguage } from "#components/language/server.ts";
import { cutoutCost, resolutions } from "#lib/contract/photos/styles.ts";
import { photoCostRange } from "#lib/plans/offer.ts";
import { maxUploadBytes } from "#lib/platform/env.ts";

export async function Questions({ hasPlans }: { hasPlans: boolean }) {
  const { t } = await getLanguage();
  const { least, most } = photoCostRange(resolutions[0]);
  const questions = [
    {
      question: t("Does my product look the way it does in reality?"),
      answer: t(
        "Yes. The studio keeps your product’s own pixels: it cuts the product out and adds set, light and shadow. Labels, colours and shapes stay as you photographed them.",
      ),
    },
    {
      question: t("What does a photo cost?"),
      answer:
        least === most
          ? t(
              "{photo, plural, one {One credit} other {# credits}} in the usual size, {cutout} for a cut-out with a transparent background. Previews are free, and a photo that fails is refunded at once.",
              { photo: most, cutout: cutoutCost },
            )
          : t(
              "{costs} credits in the usual size, depending on its style, {cutout} for a cut-out with a transparent background. Previews are free, and a photo that fails is refunded at once.",
              { costs: `${least}–${most}`, cutout: cutoutCost },
            ),
    },
    {
      question: t("Which pictures can I use?"),
      answer: t(
        "Any snapshot that shows the whole product, from your phone (HEIC too) or a camera, up to {size} MB. Even light and a bit of room around the product help.",
        { size: Math.floor(maxUploadBytes() / (1024 * 1024)) },
      ),
    },
    {
      question: t("Will marketplaces accept the photos?"),
      answer: t(
        "Each photo can be checked against the published rules of marketplaces before you upload it: size, background, how much of the picture the product fills, and what must not be in it.",
      ),
    },
    ...(hasPlans
      ? [
          {
            question: t("Can I cancel?"),
            answer: t(
              "At any time: the plan then ends with the period that you have paid for. Your pictures and photos are deleted when you delete your account.",
            ),
          },
        ]
      : []),
  ];
  return (
    <Section
      id="questions"
      title={t("Questions before you start")}
      description={t("Short answers to what buyers ask most.")}
    >
      <div className="max-w-3xl divide-y divide-line border-line border-y">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group py-1">
            <summary className="cursor-pointer rounded-md py-3 font-medium">{question}</summary>
            <p className="pb-4 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

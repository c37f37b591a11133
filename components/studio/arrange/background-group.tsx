"use client";

import { ImageUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { backgroundRoles, type LookOptions } from "#lib/contract/photos/options.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { describeProblem } from "../../photos/upload-problems.ts";
import { buttonClass } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Checkbox, Choices, tileClass } from "../../ui/field.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Progress } from "../../ui/progress.tsx";
import { FileButton } from "../pictures/add-pictures.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { ColorChoice } from "./color-choice.tsx";
import { withOption } from "./options.ts";
import { SliderField } from "./slider-field.tsx";

type Background = NonNullable<LookOptions["background"]>;
type Kind = "style" | "color" | "picture";

const firstColor = "#f4efe6";
/** Initial share of the frame at which a surface ends. */
const firstHorizon = 0.6;

function kindOf(background: LookOptions["background"]): Kind {
  if (background?.color) return "color";
  return background?.image_url ? "picture" : "style";
}

/** Background controls: the style's set, one color, or the seller's own picture. */
export function BackgroundGroup() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const background = useStudioState(({ settings }) => settings.options.background) ?? undefined;
  const [wantsPicture, setWantsPicture] = useState(false);
  const kind = wantsPicture ? "picture" : kindOf(background);
  const put = (next: Background | undefined) =>
    setOptions((options) => withOption(options, "background", next));
  const choose = (next: Kind) => {
    setWantsPicture(next === "picture");
    if (next === "style") put(undefined);
    if (next === "color" && !background?.color) put({ color: firstColor });
  };
  const names: Record<Kind, string> = {
    style: t("The style's own"),
    color: t("One color"),
    picture: t("Own picture"),
  };
  return (
    <>
      <Choices
        aria-label={t("Kind of background")}
        className="grid grid-cols-3 gap-1.5"
        options={["style", "color", "picture"]}
        chosen={kind}
        onChoose={choose}
        optionClass={cn(tileClass, "px-1.5 py-2 text-center font-medium text-xs")}
      >
        {(option) => names[option]}
      </Choices>
      {kind === "color" && background?.color && (
        <ColorChoice color={background.color} onChange={(color) => put({ color })} />
      )}
      {kind === "picture" && (
        <OwnPicture
          background={background?.image_url ? background : undefined}
          onChange={(next) => {
            setWantsPicture(false);
            put(next);
          }}
        />
      )}
    </>
  );
}

interface OwnPictureProps {
  background: Background | undefined;
  onChange: (background: Background) => void;
}

function OwnPicture({ background, onChange }: OwnPictureProps) {
  const t = useTranslate();
  const roleId = useId();
  if (!background?.image_url) return <BackgroundUpload onUploaded={(image_url) => onChange({ image_url })} />;
  const role = background.role ?? "backdrop";
  const horizon = background.horizon ?? null;
  const { horizon: _horizon, ...estimated } = background;
  const roles = {
    backdrop: { name: t("The whole scene"), text: t("The product stands in the picture") },
    surface: { name: t("The surface"), text: t("The product stands on it") },
  };
  return (
    <>
      <div className="flex items-center gap-3">
        <Picture
          src={resizedUrl(background.image_url, "strip")}
          alt={t("Your background")}
          className="size-14 rounded-md bg-sunken object-cover ring-1 ring-line"
        />
        <BackgroundUpload isChange onUploaded={(image_url) => onChange({ ...estimated, image_url })} />
      </div>
      <div>
        <p id={roleId} className="mb-1.5 text-sm">
          {t("Used as")}
        </p>
        <Choices
          aria-labelledby={roleId}
          className="grid grid-cols-2 gap-1.5"
          options={backgroundRoles}
          chosen={role}
          onChoose={(next) => onChange({ ...estimated, role: next === "backdrop" ? undefined : next })}
          optionClass={tileClass}
        >
          {(option) => (
            <>
              <span className="block font-medium text-xs">{roles[option].name}</span>
              <span className="block text-muted text-xs">{roles[option].text}</span>
            </>
          )}
        </Choices>
      </div>
      {role === "backdrop" && (
        <>
          <Checkbox
            checked={horizon !== null}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? { ...background, horizon: firstHorizon } : estimated)
            }
            label={t("Set where the surface ends")}
            hint={t("Otherwise it is estimated. Drag the line on the photo.")}
          />
          {horizon !== null && (
            <SliderField
              label={t("End of the surface")}
              value={horizon}
              step={0.005}
              onChange={(value) => onChange({ ...background, horizon: value })}
            />
          )}
        </>
      )}
    </>
  );
}

interface BackgroundUploadProps {
  isChange?: boolean;
  onUploaded: (imageUrl: string) => void;
}

function BackgroundUpload({ isChange = false, onUploaded }: BackgroundUploadProps) {
  const language = useLanguage();
  const { t } = language;
  const { uploadBackground } = useStudio();
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const send = async (file: File) => {
    const upload = new AbortController();
    leaving.current?.abort();
    leaving.current = upload;
    setProblem(null);
    setProgress(0);
    const result = await uploadBackground(file, { onProgress: setProgress, signal: upload.signal });
    if (upload.signal.aborted) return;
    setProgress(null);
    if (result.ok) onUploaded(result.imageUrl);
    else setProblem(describeProblem(result.problem, language));
  };
  return (
    <div className="min-w-0 flex-1">
      <FileButton
        accept="image/*"
        data-testid="background-file"
        onFiles={([file]) => file && void send(file)}
        className={buttonClass({ variant: "secondary", size: "sm" })}
      >
        <ImageUp aria-hidden /> {isChange ? t("Another picture") : t("Choose a picture")}
      </FileButton>
      {progress !== null && (
        <Progress value={progress} label={t("Uploading the background")} className="mt-2.5" />
      )}
      {problem && (
        <p role="alert" className="mt-2 text-danger-ink text-xs">
          {problem}
        </p>
      )}
      {!isChange && progress === null && (
        <p className="mt-2 text-muted text-xs">
          {t("A table, a wall, a room: light and perspective of your picture are estimated.")}
        </p>
      )}
    </div>
  );
}

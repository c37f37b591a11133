"use client";

import { MoreHorizontal, Redo2, Save, Undo2, WandSparkles, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useId, useMemo, useRef, useState, useTransition } from "react";
import { toast } from "sonner";
import { useLanguage } from "../language/language.tsx";
import { distinctPhotos, type MadePhoto } from "../photos/again.ts";
import { BusyButton, Button, IconButton } from "../ui/button.tsx";
import { creditsText } from "../ui/format.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { AgainDialog } from "./again-dialog.tsx";
import { MaskCanvas } from "./canvas.tsx";
import type { CanvasController, CanvasState } from "./canvas-controller.ts";
import { Controls } from "./controls.tsx";
import { Help } from "./help.tsx";
import type { KeyActions } from "./keyboard.ts";
import { LeaveDialog, useLeaveGuard } from "./leave.tsx";
import { forgetMask, type Loaded, problemText, saveMask } from "./service.ts";
import { firstSettings, resized, withBrush, withNextBackdrop } from "./settings.ts";
import { useOrderAgain, usePrice } from "./use-again.ts";
import { ZoomBar } from "./zoom-bar.tsx";

interface EditorProps {
  imageUrl: string;
  loaded: Loaded;
  /** Finished photos of the picture. */
  photos: readonly MadePhoto[];
  /** Path of the page that opened the editor. */
  backPath: string;
  /** Reloads the masks. */
  onReload: () => void;
}

/** Enough to upload the mask of a 100-megapixel picture over a slow connection. */
const saveTimeoutMs = 180_000;
const initialState: CanvasState = { scale: 1, canUndo: false, canRedo: false, isSaved: true };

export function Editor({ imageUrl, loaded, photos, backPath, onReload }: EditorProps) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const helpId = useId();
  const controller = useRef<CanvasController | null>(null);
  const [settings, setSettings] = useState(firstSettings);
  const [state, setState] = useState(initialState);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isLeaveOpen, setLeaveOpen] = useState(false);
  const [isAgainOpen, setAgainOpen] = useState(false);
  const [isCorrected, setCorrected] = useState(loaded.isCorrected);
  const [busy, start] = useTransition();
  const distinct = useMemo(() => distinctPhotos(photos), [photos]);
  const price = usePrice(distinct);
  const orderAgain = useOrderAgain();
  const letPass = useLeaveGuard(!state.isSaved, () => setLeaveOpen(true));

  useEffect(() => controller.current?.setBrush(settings.brush), [settings.brush]);
  useEffect(() => controller.current?.setBackdrop(settings.backdrop), [settings.backdrop]);

  // A dialog opened by the browser's Back has no trigger that could get the focus back.
  const wasLeaving = useRef(false);
  useEffect(() => {
    if (wasLeaving.current && !isLeaveOpen) controller.current?.focus();
    wasLeaving.current = isLeaveOpen;
  }, [isLeaveOpen]);

  const leave = () => {
    letPass();
    router.push(backPath);
  };
  const save = ({ makesAgain = false } = {}) =>
    start(async () => {
      const current = controller.current;
      if (!current || busy) return;
      current.finish();
      try {
        await saveMask(imageUrl, loaded, AbortSignal.timeout(saveTimeoutMs));
      } catch (error) {
        toast.error(t("The correction was not saved"), { description: problemText(error, language) });
        return;
      }
      current.markSaved();
      setCorrected(true);
      if (makesAgain && price !== null && (await orderAgain(distinct, price))) return;
      if (distinct.length > 0) setAgainOpen(true);
      else toast.success(t("Saved. Photos of this picture use it from now on."));
    });
  const forget = () =>
    start(async () => {
      try {
        await forgetMask(imageUrl);
      } catch (error) {
        toast.error(t("The corrections are still there"), { description: problemText(error, language) });
        return;
      }
      toast.success(t("Removed. Photos use the service's own cut-out again."));
      controller.current?.markSaved();
      onReload();
    });

  // The scale at which one picture pixel covers one device pixel.
  const fullScale = () => loaded.fullSize.width / loaded.work.mask.width / window.devicePixelRatio;
  const actions: KeyActions = {
    setTool: (tool) => setSettings((old) => withBrush(old, { tool })),
    swapTools: () =>
      setSettings((old) => withBrush(old, { tool: old.brush.tool === "erase" ? "restore" : "erase" })),
    changeSize: (factor) => setSettings((old) => resized(old, factor)),
    nextBackdrop: () => setSettings(withNextBackdrop),
    toggleEdges: () => setSettings((old) => withBrush(old, { followsEdges: !old.brush.followsEdges })),
    showHelp: () => setHelpOpen(true),
    showFullSize: () => controller.current?.zoom({ scale: fullScale() }),
    save: () => save(),
  };

  return (
    <div data-testid="mask-editor" className="flex h-dvh flex-col bg-surface">
      <header className="flex h-14 shrink-0 items-center gap-1 border-line border-b px-2 sm:px-4">
        <IconButton
          icon={X}
          label={t("Close the editor")}
          title={t("Close the editor")}
          onClick={() => (state.isSaved ? leave() : setLeaveOpen(true))}
        />
        <h1 className="px-1 font-semibold text-sm max-sm:sr-only">{t("Correct the cut-out")}</h1>
        <span className="flex-1" />
        <IconButton
          icon={Undo2}
          label={t("Undo")}
          title={t("Undo")}
          disabled={!state.canUndo}
          onClick={() => controller.current?.undo()}
        />
        <IconButton
          icon={Redo2}
          label={t("Redo")}
          title={t("Redo")}
          disabled={!state.canRedo}
          onClick={() => controller.current?.redo()}
        />
        <Help open={isHelpOpen} onOpenChange={setHelpOpen} />
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t("More")} title={t("More")} />}>
          <MenuItem
            disabled={loaded.work.computed === null}
            onSelect={() => loaded.work.computed && controller.current?.replace(loaded.work.computed.values)}
          >
            {t("Start again from the service's cut-out")}
          </MenuItem>
          <MenuItem disabled={!isCorrected || busy} onSelect={forget}>
            {t("Forget saved corrections")}
          </MenuItem>
        </Menu>
        <BusyButton
          {...(distinct.length > 0 && { variant: "secondary" })}
          busy={busy}
          icon={Save}
          disabled={state.isSaved && !busy}
          onClick={() => save()}
          className="ml-1.5"
        >
          {t("Save")}
        </BusyButton>
        {/* On phones, the dialog after saving has the same button. */}
        {distinct.length > 0 && (
          <Button
            aria-disabled={busy}
            disabled={(state.isSaved && !busy) || price === null}
            onClick={() => !busy && save({ makesAgain: true })}
            className="max-md:hidden"
          >
            <WandSparkles aria-hidden />
            {t("Save and make {count, plural, one {# photo} other {# photos}} again", {
              count: distinct.length,
            })}
            {price !== null && (
              <span className="figures font-normal">{price === 0 ? t("free") : creditsText(price, t)}</span>
            )}
          </Button>
        )}
      </header>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <main id="content" className="relative min-h-0 flex-1 bg-sunken">
          <MaskCanvas
            work={loaded.work}
            actions={actions}
            helpId={helpId}
            onState={setState}
            onController={(made) => {
              controller.current = made;
              made?.setBrush(settings.brush);
              made?.setBackdrop(settings.backdrop);
            }}
          />
          <p id={helpId} className="sr-only">
            {t(
              "Arrow keys move the brush, Space or Enter paints. E erases, R restores, the question mark lists all keys.",
            )}
          </p>
          <ZoomBar
            percent={Math.round((state.scale / (loaded.fullSize.width / loaded.work.mask.width)) * 100)}
            onZoom={(factor) => controller.current?.zoom({ factor })}
            onFit={() => controller.current?.fit()}
          />
        </main>
        <section
          aria-label={t("Brush")}
          className="shrink-0 overflow-y-auto border-line border-t lg:w-76 lg:border-t-0 lg:border-l"
        >
          <Controls settings={settings} onChange={setSettings} />
        </section>
      </div>
      <LeaveDialog open={isLeaveOpen} onOpenChange={setLeaveOpen} onLeave={leave} />
      <AgainDialog photos={distinct} open={isAgainOpen} onOpenChange={setAgainOpen} />
    </div>
  );
}

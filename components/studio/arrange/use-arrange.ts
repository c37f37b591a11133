"use client";

import { type PointerEvent, useEffect, useEffectEvent, useRef } from "react";
import { useStore } from "zustand";
import { toBatchRequest } from "#components/photos/build-order.ts";
import type { SourcePicture } from "#components/photos/model.ts";
import type { Settings } from "#components/photos/settings.ts";
import type { LivePreview, PreviewRequest } from "#components/studio/arrange/live-preview.ts";
import { useStudio, useStudioState } from "#components/studio/store.ts";
import { useDebounced } from "#components/ui/hooks.ts";
import { preventFling } from "#components/ui/touch.ts";
import type { Point } from "#components/ui/zoom.ts";

export function useLivePreview(): LivePreview {
  return useStore(useStudio().preview.store);
}

/** Delay of the preview after the last key press. */
const typingPauseMs = 400;

/** Requests previews for the first photo of an order of this picture; `isWhole`: without its crop. */
export function usePreviewOf(picture: SourcePicture, { isWhole }: { isWhole: boolean }): void {
  const { preview } = useStudio();
  const settings = useStudioState((state) => state.settings);
  const prompt = useDebounced(settings.prompt, typingPauseMs);
  useEffect(() => {
    const request = previewRequest(picture, { ...settings, prompt }, isWhole);
    if (request) preview.ask(request);
  }, [preview, picture, settings, prompt, isWhole]);
  useEffect(() => preview.leave, [preview]);
}

function previewRequest(picture: SourcePicture, settings: Settings, isWhole: boolean): PreviewRequest | null {
  // Without the crop, so that the page can draw the crop's frame over the whole picture.
  const { crop: _crop, ...uncropped } = settings.options;
  const options = isWhole ? uncropped : settings.options;
  const { items } = toBatchRequest({ pictures: [picture], settings: { ...settings, options } });
  const [request = null] = items.flatMap((item) => (item.operation === "generate" ? [item.request] : []));
  return request;
}

interface Drag<Start> {
  start: Start;
  /** The start and the current position of the pointer, as shares of the frame. */
  from: Point;
  to: Point;
  /** Alt is pressed: snapping is off. */
  isFree: boolean;
}

interface DragOptions<Start> {
  /** The element that the shares refer to. */
  frame: () => HTMLElement | null;
  start: () => Start;
  onDrag: (drag: Drag<Start>) => void;
  onEnd?: () => void;
}

/** Props that make an element a handle to drag. Escape cancels the drag. */
export function useDrag<Start>({ frame, start, onDrag, onEnd }: DragOptions<Start>) {
  const drag = useRef<{ start: Start; from: Point } | null>(null);
  const pointOf = ({ clientX, clientY }: PointerEvent): Point | null => {
    const box = frame()?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const end = () => {
    if (!drag.current) return;
    drag.current = null;
    onEnd?.();
  };
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag.current) return;
    const { start, from } = drag.current;
    onDrag({ start, from, to: from, isFree: true });
    end();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => cancel(event);
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return {
    ref: preventFling,
    onPointerDown: (event: PointerEvent) => {
      const from = pointOf(event);
      if (event.button !== 0 || !from) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { start: start(), from };
    },
    onPointerMove: (event: PointerEvent) => {
      const to = pointOf(event);
      if (drag.current && to) onDrag({ ...drag.current, to, isFree: event.altKey });
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
  };
}

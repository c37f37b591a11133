"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslate } from "../language/language.tsx";
import type { Work } from "./brush.ts";
import { type CanvasController, type CanvasState, createCanvasController } from "./canvas-controller.ts";
import { createKeyboard, type KeyActions } from "./keyboard.ts";
import { listenToPointers } from "./pointer.ts";

interface CanvasProps {
  work: Work;
  actions: KeyActions;
  onController: (controller: CanvasController | null) => void;
  onState: (state: CanvasState) => void;
  /** Id of the element that describes the keys. */
  helpId: string;
}

/** Elements that handle keys themselves. */
const overlays = "[role=dialog], [role=alertdialog], [role=menu]";

/** The canvas of the mask editor. It fills its parent. */
export function MaskCanvas({ work, actions, onController, onState, helpId }: CanvasProps) {
  const t = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  // The controller lives longer than a render, but calls the latest callbacks.
  const latestActions = useEffectEvent(() => actions);
  const reportController = useEffectEvent(onController);
  const reportState = useEffectEvent(onState);

  useEffect(() => {
    const [element, circle] = [canvas.current, ring.current];
    if (!element || !circle) return;
    const controller = createCanvasController({
      canvas: element,
      ring: circle,
      work,
      onState: (state) => reportState(state),
    });
    const keyboard = createKeyboard(controller, () => latestActions());
    const stopPointers = listenToPointers({
      controller,
      canvas: element,
      isMoving: keyboard.isMoving,
      onMoved: keyboard.spend,
    });
    const room = new ResizeObserver(() =>
      controller.resize({ width: element.clientWidth, height: element.clientHeight }),
    );
    room.observe(element);
    const closing = new AbortController();
    const { signal } = closing;
    element.addEventListener("keydown", keyboard.downOnCanvas, { signal });
    element.addEventListener("keyup", keyboard.upOnCanvas, { signal });
    element.addEventListener("blur", keyboard.release, { signal });
    element.addEventListener(
      "focus",
      () => {
        const { width, height } = work.mask;
        // Shows the brush to keyboard users when the canvas gets the focus.
        if (!controller.cursor && element.matches(":focus-visible"))
          controller.pointInMask({ x: width / 2, y: height / 2 });
      },
      { signal },
    );
    const everywhere = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest(overlays)) return;
      keyboard.downAnywhere(event);
    };
    window.addEventListener("keydown", everywhere, { signal });
    reportController(controller);
    return () => {
      closing.abort();
      stopPointers();
      room.disconnect();
      controller.close();
      reportController(null);
    };
  }, [work]);

  return (
    <div className="absolute inset-0 overflow-hidden">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrows and letters are for the canvas */}
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={t("The picture to paint on")}
        aria-describedby={helpId}
        data-testid="mask-canvas"
        className="size-full cursor-none touch-none select-none outline-offset-[-3px]"
      />
      <div
        ref={ring}
        hidden
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 rounded-full border-[1.5px] border-white shadow-[0_0_0_1px_rgb(0_0_0/0.6),inset_0_0_0_1px_rgb(0_0_0/0.6)]"
      >
        <span className="absolute top-1/2 left-1/2 size-1 -translate-x-1/2 -translate-y-1/2 rounded-full bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.6)]" />
      </div>
    </div>
  );
}

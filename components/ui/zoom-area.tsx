"use client";

import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { useTranslate } from "../language/language.tsx";
import { cn } from "./cn.ts";
import { useDecoded } from "./decoded.tsx";
import { Picture } from "./picture.tsx";
import { withStyle } from "./styled-box.tsx";
import { preventFling } from "./touch.ts";
import {
  boxOf,
  nextStop,
  type Point,
  panBy,
  percentOf,
  pinch,
  type ZoomFrame,
  type ZoomView,
  zoomOf,
  zoomTo,
} from "./zoom.ts";

interface ZoomAreaProps {
  /** The full-size picture. */
  src: string;
  /** A small version, shown until the picture is decoded. */
  placeholder: string;
  alt: string;
  /** The size of the picture, if known before it is loaded. */
  size?: Size | null | undefined;
  /** Whether to draw a checkerboard behind the picture. */
  transparent: boolean;
  view: ZoomView;
  onView: (view: ZoomView) => void;
  /** Receives the measured viewport and picture. */
  onFrame?: (frame: ZoomFrame) => void;
  className?: string;
}

const wheelRate = 0.002;
/** CSS pixels per wheel unit, by `deltaMode`: pixels, lines, pages. */
const wheelUnitsPx = [1, 30, 400];
const arrowStepPx = 60;
const arrows: Record<string, Point> = {
  ArrowLeft: { x: arrowStepPx, y: 0 },
  ArrowRight: { x: -arrowStepPx, y: 0 },
  ArrowUp: { x: 0, y: arrowStepPx },
  ArrowDown: { x: 0, y: -arrowStepPx },
};

/**
 * A picture with zoom by wheel, pinch, double click and the keys + − 0 1, and panning by drag and arrow keys. The
 * parent holds the view: two areas with one view show the same part.
 */
export function ZoomArea(props: ZoomAreaProps) {
  const { src, placeholder, alt, size, transparent, view, onView, onFrame, className } = props;
  const t = useTranslate();
  const decoded = useDecoded(src);
  const image = size ?? decoded?.size ?? null;
  const viewport = useRef<HTMLElement>(null);
  const frame = useFrame(viewport, image);
  const pointers = useRef(new Map<number, Point>());
  // Events arrive faster than renders, so each event starts from the view that the previous one set.
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
  useEffect(() => {
    if (frame) onFrame?.(frame);
  }, [frame, onFrame]);

  const change = (make: (view: ZoomView, frame: ZoomFrame) => ZoomView) => {
    if (!frame) return;
    latest.current = make(latest.current, frame);
    onView(latest.current);
  };

  const turn = useEffectEvent((event: WheelEvent, at: Point) => {
    const by = event.deltaY * (wheelUnitsPx[event.deltaMode] ?? 1) * (event.ctrlKey ? 4 : 1);
    change((before, known) => zoomTo(before, before.zoom * Math.exp(-by * wheelRate), at, known));
  });
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    // React's wheel listener is passive and cannot prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      turn(event, pointIn(element, event));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    const allowFling = preventFling(element);
    return () => {
      element.removeEventListener("wheel", onWheel);
      allowFling();
    };
  }, []);

  const move = (event: PointerEvent<HTMLElement>) => {
    const from = pointers.current.get(event.pointerId);
    if (!from) return;
    const to = pointIn(event.currentTarget, event);
    const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    pointers.current.set(event.pointerId, to);
    change((before, known) =>
      other
        ? pinch(before, { before: [from, other], after: [to, other] }, known)
        : panBy(before, { x: to.x - from.x, y: to.y - from.y }, known),
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = arrows[event.key];
    const step = ({ "+": 1, "=": 1, "-": -1 } as const)[event.key];
    if (!by && step === undefined && event.key !== "0" && event.key !== "1") return;
    event.preventDefault();
    event.stopPropagation();
    change((before, known) => {
      if (by) return panBy(before, by, known);
      const middle = { x: known.viewport.width / 2, y: known.viewport.height / 2 };
      const zoom =
        step !== undefined ? nextStop(before, step, known) : event.key === "0" ? 1 : zoomOf(100, known);
      return zoomTo(before, zoom, middle, known);
    });
  };
  const end = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  const box = frame && boxOf(view, frame);
  const isZoomed = view.zoom > 1.0001;
  return (
    <section
      ref={viewport}
      aria-label={t("{name}, zoom with + and −, move with the arrow keys", { name: alt })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is zoomed and moved must be reachable by keyboard
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, pointIn(event.currentTarget, event));
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => {
        const at = pointIn(event.currentTarget, event);
        change((before, known) => zoomTo(before, before.zoom > 1.0001 ? 1 : closerZoom(known), at, known));
      }}
      className={cn(
        "relative touch-none select-none overflow-hidden outline-offset-[-2px]",
        isZoomed ? "cursor-grab active:cursor-grabbing" : "cursor-zoom-in",
        className,
      )}
    >
      <Picture
        src={decoded?.src ?? placeholder}
        alt={alt}
        data-testid="zoomed"
        ref={withStyle(
          box
            ? {
                left: `${box.left}px`,
                top: `${box.top}px`,
                width: `${box.width}px`,
                height: `${box.height}px`,
              }
            : {},
        )}
        className={cn("absolute max-w-none", transparent && "checkerboard", !box && "invisible")}
      />
    </section>
  );
}

function useFrame(viewport: { current: HTMLElement | null }, image: Size | null): ZoomFrame | null {
  const [measured, setMeasured] = useState<Pick<ZoomFrame, "viewport" | "pixelRatio"> | null>(null);
  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setMeasured({ viewport: { width, height }, pixelRatio: devicePixelRatio });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);
  const [width, height] = [image?.width, image?.height];
  return useMemo(
    () => (measured && width && height ? { ...measured, image: { width, height } } : null),
    [measured, width, height],
  );
}

/** The zoom of a double click: one picture pixel per device pixel, if that enlarges noticeably. */
function closerZoom(frame: ZoomFrame): number {
  const full = zoomOf(100, frame);
  return full > 1.2 ? full : 2;
}

function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** `Fit`, or the scale in percent. */
export function ZoomLabel({ view, frame }: { view: ZoomView; frame: ZoomFrame | null }) {
  const t = useTranslate();
  const percent = frame ? Math.round(percentOf(view, frame)) : null;
  return (
    <span className="figures min-w-14 text-center text-sm" aria-live="polite" data-testid="zoom-percent">
      {percent === null ? t("Fit") : `${percent} %`}
    </span>
  );
}

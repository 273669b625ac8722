import { useEffect, useRef, useState } from 'react';
import { text } from '../../../../../shared/texts/catalogue.ts';
import { ErrorBox } from '../../../../ui/error-box.tsx';

/** Main serves the frame's page under a scheme of its own, without network and without an origin. */
const FRAME = 'parley-diagram://diagram/diagram.html';
const MOST_PX = 1_600;

interface Drawn {
  readonly kind: 'drawn';
  readonly height: number;
}
interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
}
type Answer = Drawn | Failed | { readonly kind: 'ready' };

/** A diagram, drawn in a frame that can do nothing but draw. */
export function Diagram({ source }: { readonly source: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<Drawn | Failed>();
  useEffect(() => {
    const draw = () => {
      const isDark = document.documentElement.dataset['theme'] === 'dark';
      // A frame without an origin has no other address.
      frame.current?.contentWindow?.postMessage({ source, isDark }, '*');
    };
    const onMessage = ({ source: from, data }: MessageEvent<unknown>) => {
      const target = frame.current?.contentWindow;
      if (!target || from !== target) return;
      const answer = answerOf(data);
      if (answer?.kind === 'ready') draw();
      else if (answer !== undefined) setState(answer);
    };
    window.addEventListener('message', onMessage);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      themes.disconnect();
      window.removeEventListener('message', onMessage);
    };
  }, [source]);
  return (
    <div className="flex flex-col px-3 pb-2.5">
      {state?.kind === 'failed' ? (
        <ErrorBox tone="plain" sentence={text.chat.diagramFailed} details={state.reason} />
      ) : (
        <>
          {state === undefined && <p className="text-subtle">{text.chat.diagramDrawing}</p>}
          <iframe
            ref={frame}
            src={FRAME}
            sandbox="allow-scripts"
            title={text.chat.diagram}
            style={{ height: `${String(state?.height ?? 1)}px` }}
            className="w-full border-0 bg-transparent [color-scheme:inherit]"
          />
        </>
      )}
    </div>
  );
}

/** What the frame says, which is believed only as far as it has a form. */
function answerOf(data: unknown): Answer | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'ready') return { kind: 'ready' };
  if (data.kind === 'failed' && 'reason' in data && typeof data.reason === 'string')
    return { kind: 'failed', reason: data.reason.slice(0, 2_000) };
  if (data.kind === 'drawn' && 'height' in data && Number.isFinite(data.height))
    return { kind: 'drawn', height: Math.min(MOST_PX, Math.max(20, Number(data.height))) };
  return undefined;
}

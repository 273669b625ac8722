import { useEffect, useRef } from 'react';

/** A formula in TeX. It is drawn into its element by KaTeX, which comes with the first one; until then, and where it fails, the TeX itself is shown. */
export function Formula({ tex, isBlock }: { readonly tex: string; readonly isBlock: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isGone = false;
    void import('./draw-formula.ts').then(
      ({ drawFormula }) => {
        if (!isGone && place.current !== null) drawFormula(place.current, tex, isBlock);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [tex, isBlock]);
  return (
    <span
      ref={place}
      dir="ltr"
      data-formula={isBlock ? 'block' : 'inline'}
      className={
        isBlock ? 'thin-scroll block overflow-x-auto overflow-y-hidden py-1 text-center' : ''
      }
    >
      {tex}
    </span>
  );
}

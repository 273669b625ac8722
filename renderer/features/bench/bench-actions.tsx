import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Where the view that is open puts its buttons: at the right of the top bar, or over itself where there is none. */
export const ActionsPlace = createContext<HTMLElement | null>(null);

/** Buttons of the open view. */
export function BenchActions({ children }: { readonly children: ReactNode }) {
  const place = useContext(ActionsPlace);
  return place === null ? null : createPortal(children, place);
}

import { createContext, useContext, type ReactNode } from 'react';

/** What the window shows below the top bar of any page, such as notices. */
export const BelowTopBar = createContext<ReactNode>(null);

export interface TopBarProps {
  readonly title: ReactNode;
  /** Beside the title, in subtle. */
  readonly note?: ReactNode;
  /** A control beside the title. */
  readonly beside?: ReactNode;
  /** A control in the middle of what is left. */
  readonly middle?: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
  readonly line?: boolean;
}

/** The head of a page, 44 px, also the region that moves the window. */
export function TopBar({ title, note, beside, middle, actions, line = true }: TopBarProps) {
  const below = useContext(BelowTopBar);
  return (
    <>
      <header
        data-region="top-bar"
        className={`drag-region flex h-(--topbar) flex-none items-center gap-2 pr-[calc(12px+var(--caption-space))] pl-4 ${line ? 'border-b border-line' : ''}`}
      >
        <h1 className="truncate font-semibold">{title}</h1>
        {note !== undefined && (
          <span className="min-w-0 truncate text-small text-subtle">{note}</span>
        )}
        {beside}
        <span className="flex-1" />
        {middle}
        {middle !== undefined && <span className="flex-1" />}
        {actions !== undefined && <div className="no-drag flex items-center gap-2">{actions}</div>}
      </header>
      {below}
    </>
  );
}

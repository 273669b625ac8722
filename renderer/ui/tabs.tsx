import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onValueChange: (value: T) => void;
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly count?: number }[];
  /** One TabPanel for each tab. */
  readonly children: ReactNode;
  readonly className?: string;
  readonly listClassName?: string;
}

/** Pages of one thing. */
export function Tabs<T extends string>({
  label,
  value,
  onValueChange,
  tabs,
  children,
  className,
  listClassName = '',
}: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as T)}
      {...(className === undefined ? {} : { className })}
    >
      <Radix.List
        aria-label={label}
        className={`flex gap-[18px] border-b border-line ${listClassName}`}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative inline-flex h-9 items-center gap-1.5 font-medium text-muted hover:text-text data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:-bottom-px data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-t-[2px] data-[state=active]:after:bg-accent-text data-[state=active]:after:content-['']"
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-micro text-subtle">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export interface TabPanelProps {
  readonly value: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export function TabPanel({ value, children, className }: TabPanelProps) {
  return (
    <Radix.Content value={value} {...(className === undefined ? {} : { className })}>
      {children}
    </Radix.Content>
  );
}

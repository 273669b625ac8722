import { createContext, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { AppData, AppDataStore } from './app-data.ts';

const AppDataContext = createContext<AppDataStore | undefined>(undefined);

export function AppDataProvider({
  store,
  children,
}: {
  readonly store: AppDataStore;
  readonly children: ReactNode;
}) {
  return <AppDataContext value={store}>{children}</AppDataContext>;
}

/** The store itself, for actions. Throws outside an AppDataProvider. */
export function useAppDataStore(): AppDataStore {
  const store = useContext(AppDataContext);
  if (store === undefined) throw new Error('useAppData needs an AppDataProvider above it.');
  return store;
}

/** A part of what the window shares. The selector returns a primitive or something that keeps its identity. */
export function useAppData<T>(selector: (data: AppData) => T): T {
  return useStore(useAppDataStore(), selector);
}

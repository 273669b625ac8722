import { useLayoutEffect } from 'react';
import { useAppData } from '../lib/app-data-context.tsx';
import { useMedia } from './use-media.ts';

/** Puts theme and contrast on the document. */
export function useTheme(): void {
  const setting = useAppData((data) => data.settings.theme);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const wantsContrast = useMedia('(prefers-contrast: more)');
  const theme = setting === 'system' ? (isSystemDark ? 'dark' : 'light') : setting;
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useLayoutEffect(() => {
    if (wantsContrast) document.documentElement.dataset['contrast'] = 'high';
    else delete document.documentElement.dataset['contrast'];
  }, [wantsContrast]);
}

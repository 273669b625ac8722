import { useLayoutEffect } from 'react';
import { useAppData } from '../lib/app-data-context.tsx';
import { useMedia } from './use-media.ts';

/** Puts theme, contrast and density on the document. */
export function useTheme(): void {
  const setting = useAppData((data) => data.settings.theme);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const wantsContrast = useMedia('(prefers-contrast: more)');
  const contrast = useAppData((data) => data.settings.contrast ?? 'system');
  const density = useAppData((data) => data.settings.density ?? 'comfortable');
  const hasContrast = contrast === 'system' ? wantsContrast : contrast === 'high';
  const theme = setting === 'system' ? (isSystemDark ? 'dark' : 'light') : setting;
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useLayoutEffect(() => {
    if (hasContrast) document.documentElement.dataset['contrast'] = 'high';
    else delete document.documentElement.dataset['contrast'];
  }, [hasContrast]);
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
}

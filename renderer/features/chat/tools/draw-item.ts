import { createContext, type ReactNode } from 'react';
import type { TranscriptItem } from '../../../../shared/agent/transcript.ts';

/** Draws an item that stands below a call; the transcript provides it, as it draws those above. */
export const DrawItem = createContext<(item: TranscriptItem) => ReactNode>(() => null);

import { createRoot } from 'react-dom/client';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { windowEnglish } from '../../shared/texts/window-texts.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { speakLanguage } from '../lib/speak-language.ts';
import { ConsentQuestion } from './consent-question.tsx';
import { followContrast } from './follow-contrast.ts';

const root = createRoot(document.getElementById('root') ?? document.body);
followContrast(document.documentElement);
await speakLanguage(() => Promise.resolve({ ...windowEnglish, consent: consentTexts }));

// What main sends is checked by main; it is sent again when the theme changes.
window.parleyConsent.onShow((request, theme) => {
  document.documentElement.dataset['theme'] = theme === 'dark' ? 'dark' : 'light';
  const question = request as ConsentRequest;
  root.render(
    <ConsentQuestion
      request={question}
      onAnswer={(answer) => {
        window.parleyConsent.answer({ requestId: question.requestId, answer });
      }}
    />,
  );
});

export { addToDraft, readDraft, useDraft, writeDraft } from '../../../lib/drafts.ts';

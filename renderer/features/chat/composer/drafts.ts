export { readDraft, writeDraft } from '../../../lib/drafts.ts';

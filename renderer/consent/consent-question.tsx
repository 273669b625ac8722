import type { ConsentAnswer, ConsentRequest } from '../../shared/ipc/consent.ts';
import { assertNever } from '../../shared/lib/assert-never.ts';
import { AdditionsQuestion } from './additions-question.tsx';
import { AppCallQuestion, AppNetworkQuestion } from './app-questions.tsx';
import { AddressQuestion } from './address-question.tsx';
import { CommandQuestion } from './command-question.tsx';
import { BackupQuestion, DeletionQuestion } from './data-questions.tsx';
import { FolderQuestion } from './folder-question.tsx';
import { SignInQuestion } from './sign-in-question.tsx';
import { ServerAddressQuestion } from './server-address-question.tsx';
import { NetworkQuestion } from './network-question.tsx';
import { ProviderQuestion } from './provider-question.tsx';
import { ImageQuestion, LinkQuestion } from './link-question.tsx';

export type GiveAnswer = (answer: ConsentAnswer['answer']) => void;

/** The one question that this page was opened for. */
export function ConsentQuestion({
  request,
  onAnswer,
}: {
  readonly request: ConsentRequest;
  readonly onAnswer: GiveAnswer;
}) {
  switch (request.kind) {
    case 'run-command':
      return <CommandQuestion request={request} onAnswer={onAnswer} />;
    case 'connect-url':
      return <AddressQuestion request={request} onAnswer={onAnswer} />;
    case 'add-servers':
      return <AdditionsQuestion request={request} onAnswer={onAnswer} />;
    case 'change-network':
      return <NetworkQuestion request={request} onAnswer={onAnswer} />;
    case 'restore-backup':
      return <BackupQuestion request={request} onAnswer={onAnswer} />;
    case 'delete-data':
      return <DeletionQuestion request={request} onAnswer={onAnswer} />;
    case 'use-provider':
      return <ProviderQuestion request={request} onAnswer={onAnswer} />;
    case 'trust-folder':
      return <FolderQuestion request={request} onAnswer={onAnswer} />;
    case 'open-link':
      return <LinkQuestion request={request} onAnswer={onAnswer} />;
    case 'load-image':
      return <ImageQuestion request={request} onAnswer={onAnswer} />;
    case 'app-call':
      return <AppCallQuestion request={request} onAnswer={onAnswer} />;
    case 'app-network':
      return <AppNetworkQuestion request={request} onAnswer={onAnswer} />;
    case 'sign-in':
      return <SignInQuestion request={request} onAnswer={onAnswer} />;
    case 'open-server-url':
      return <ServerAddressQuestion request={request} onAnswer={onAnswer} />;
    default:
      return assertNever(request);
  }
}

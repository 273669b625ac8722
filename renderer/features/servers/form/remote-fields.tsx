import { text } from '../../../../shared/texts/catalogue.ts';
import { TextField } from '../../../ui/field.tsx';
import type { FormParts } from './use-server-form.tsx';
import { KeychainMark } from './variable-mark.tsx';
import { ValueList } from './value-list.tsx';

const words = text.servers.form;

/** Address and headers of a server elsewhere. */
export function RemoteFields(props: FormParts) {
  const { form, dispatch, problemsOf, errorOf, markOf, touch, focusRow } = props;
  return (
    <>
      <TextField
        label={words.url}
        mono
        inputMode="url"
        placeholder={words.urlPlaceholder}
        value={form.url}
        onValueChange={(url) => dispatch({ type: 'text', field: 'url', text: url })}
        onBlur={() => touch('url')}
        error={errorOf('url')}
        end={<KeychainMark mark={markOf(form.url)} />}
        {...(isPlainAndFar(form.url) ? { help: words.urlPlain } : {})}
      />
      <ValueList
        list="headers"
        rows={form.headers}
        dispatch={dispatch}
        problems={problemsOf('headers')}
        markOf={markOf}
        storedMarkOf={props.storedMarkOf}
        hasKeychain={props.hasKeychain}
        focusRow={focusRow}
      />
    </>
  );
}

/** Not encrypted, and not this computer either. */
function isPlainAndFar(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

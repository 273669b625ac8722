import { Eye, EyeOff, LockKeyhole, LockKeyholeOpen, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { looksLikeSecret } from '../../../../shared/mcp/secret-values.ts';
import { holdsOnlyVariables, variablesIn } from '../../../../shared/mcp/variables.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { problemSentence, type FormProblem } from './form-problems.ts';
import { JoinedList, joinedInputClass } from './joined-list.tsx';
import { KeychainMark } from './variable-mark.tsx';
import type { VariableMark } from './variable-problems.ts';
import type { ServerFormAction, ValueList as ListName, ValueRow } from './server-form.ts';

const words = text.servers.form;
const setupWords = serverSetupTexts;

function wordsOf(list: ListName) {
  return list === 'env'
    ? {
        label: words.environment,
        name: words.variableName,
        value: words.variableValue,
        remove: words.removeVariable,
        placeholder: words.namePlaceholder,
      }
    : {
        label: words.headers,
        name: words.headerName,
        value: words.headerValue,
        remove: words.removeHeader,
        placeholder: words.headerPlaceholder,
      };
}

export interface ValueListProps {
  readonly list: ListName;
  readonly rows: readonly ValueRow[];
  readonly dispatch: (action: ServerFormAction) => void;
  readonly problems: readonly FormProblem[];
  readonly markOf: (text: string) => VariableMark | undefined;
  readonly storedMarkOf: (list: ListName, name: string) => VariableMark | undefined;
  /** Values can be kept in the system's keychain. */
  readonly hasKeychain: boolean;
  /** Row whose name takes the focus when it appears. */
  readonly focusRow: number | null;
}

/** Names and masked values. A stored value is not known here: it stays, or is replaced. */
export function ValueList(props: ValueListProps) {
  const { list, rows, dispatch, problems, markOf, storedMarkOf, hasKeychain, focusRow } = props;
  const base = useId();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusRow === null) return;
    frame.current?.querySelector<HTMLInputElement>(`[data-name="${String(focusRow)}"]`)?.focus();
  }, [focusRow]);
  const errorId = (row: number): string => `${base}-${String(row)}`;
  return (
    <JoinedList
      label={wordsOf(list).label}
      errors={problems.map((problem) => ({
        id: errorId(problem.row ?? 0),
        sentence: problemSentence(problem),
      }))}
      empty={rows.length === 0}
    >
      <div ref={frame} className="[&>div+div]:border-t [&>div+div]:border-line">
        {rows.map((row, index) => (
          <Row
            key={row.id}
            list={list}
            row={row}
            position={index + 1}
            problem={problems.find((problem) => problem.row === row.id)?.code}
            errorId={errorId(row.id)}
            mark={row.stored ? storedMarkOf(list, row.name) : markOf(row.value)}
            hasKeychain={hasKeychain}
            dispatch={dispatch}
          />
        ))}
      </div>
    </JoinedList>
  );
}

interface RowProps {
  readonly list: ListName;
  readonly row: ValueRow;
  readonly position: number;
  readonly problem: FormProblem['code'] | undefined;
  readonly mark: VariableMark | undefined;
  readonly hasKeychain: boolean;
  readonly errorId: string;
  readonly dispatch: (action: ServerFormAction) => void;
}

const aboutName = /-name-|-duplicate$/;

function Row({ list, row, position, problem, mark, hasKeychain, errorId, dispatch }: RowProps) {
  const names = wordsOf(list);
  const wrongName = problem !== undefined && aboutName.test(problem);
  const wrongValue = problem !== undefined && !wrongName;
  const described = { 'aria-describedby': problem === undefined ? undefined : errorId };
  return (
    <div className="flex items-center pr-0.5">
      <input
        type="text"
        data-name={row.id}
        aria-label={names.name(position)}
        aria-invalid={wrongName || undefined}
        {...(wrongName ? described : {})}
        placeholder={names.placeholder}
        autoComplete="off"
        spellCheck={false}
        readOnly={row.stored}
        value={row.name}
        onChange={(event) =>
          dispatch({ type: 'value-name', list, id: row.id, name: event.target.value })
        }
        className={`${joinedInputClass} !w-[190px] flex-none read-only:text-muted`}
      />
      <div className="flex min-w-0 flex-1 items-center self-stretch border-l border-line">
        {row.stored ? (
          <span
            className={`flex min-w-0 flex-1 items-center gap-1.5 px-[9px] text-small ${wrongValue ? 'text-danger-text' : 'text-muted'}`}
          >
            <Icon of={LockKeyhole} size={12} />
            <span className="min-w-0 flex-1 truncate">
              {mark === undefined ? words.stored : setupWords.variables[mark]}
            </span>
            <LinkButton
              size="small"
              aria-label={words.replaceValue(row.name)}
              {...described}
              onClick={() => dispatch({ type: 'value-replace', list, id: row.id })}
            >
              {words.replace}
            </LinkButton>
          </span>
        ) : (
          <Value
            label={names.value(row.name)}
            row={row}
            mark={mark}
            invalid={wrongValue}
            describedBy={wrongValue ? errorId : undefined}
            onChange={(value) => dispatch({ type: 'value-text', list, id: row.id, value })}
          />
        )}
        {!row.stored && hasKeychain && (
          <KeychainChoice
            row={row}
            onChoose={(keychain) =>
              dispatch({ type: 'value-keychain', list, id: row.id, keychain })
            }
          />
        )}
      </div>
      <IconButton
        icon={X}
        size="small"
        label={names.remove(row.name)}
        onClick={() => dispatch({ type: 'value-remove', list, id: row.id })}
      />
    </div>
  );
}

/** Where this value will be kept; suggested for what looks like a secret. A text with variables is none. */
function KeychainChoice({
  row,
  onChoose,
}: {
  readonly row: ValueRow;
  readonly onChoose: (keychain: boolean) => void;
}) {
  if (row.value === '' || variablesIn(row.value).length > 0) return null;
  const isKept = row.keychain ?? looksLikeSecret(row.name, row.value);
  return (
    <IconButton
      icon={isKept ? LockKeyhole : LockKeyholeOpen}
      size="small"
      pressed={isKept}
      label={isKept ? setupWords.keychain.kept(row.name) : setupWords.keychain.notKept(row.name)}
      onClick={() => onChoose(!isKept)}
    />
  );
}

interface ValueProps {
  readonly label: string;
  readonly row: ValueRow;
  readonly mark: VariableMark | undefined;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Values may be secrets: masked until the eye is pressed. Variables are none and can be read. */
function Value({ label, row, mark, invalid, describedBy, onChange }: ValueProps) {
  const [shown, setShown] = useState(false);
  const isPlain = holdsOnlyVariables(row.value);
  return (
    <>
      <input
        type={shown || isPlain ? 'text' : 'password'}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        placeholder={words.valuePlaceholder}
        autoComplete="off"
        spellCheck={false}
        value={row.value}
        onChange={(event) => onChange(event.target.value)}
        className={joinedInputClass}
      />
      <KeychainMark mark={mark} />
      {!isPlain && (
        <IconButton
          icon={shown ? EyeOff : Eye}
          size="small"
          label={shown ? words.hideValue(row.name) : words.showValue(row.name)}
          pressed={shown}
          onClick={() => setShown(!shown)}
        />
      )}
    </>
  );
}

import { Fragment, type ReactNode } from 'react';

export interface FilledTextProps<Name extends string> {
  /** A text with `{name}` where a part belongs. */
  readonly text: string;
  readonly parts: Readonly<Record<Name, ReactNode>>;
}

/** A text with elements in it: each language decides where they stand. */
export function FilledText<Name extends string>({ text, parts }: FilledTextProps<Name>) {
  return text.split(/(\{\w+\})/).map((piece, index) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    return (
      // The pieces of a text never move.
      <Fragment key={index}>
        {name !== undefined && name in parts ? parts[name as Name] : piece}
      </Fragment>
    );
  });
}

import type { ReactNode } from 'react';

/** In place of an empty list: the emblem on an empty slip, a sentence, and the next step. */
export function Empty({
  text,
  children,
}: {
  readonly text: string;
  /** A link to what makes it come. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex max-w-2xl items-center gap-6 py-6">
      <img src="/favicon.svg" alt="" width={56} height={56} className="shrink-0 rounded" />
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

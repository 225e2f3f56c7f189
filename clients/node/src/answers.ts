/** A tool on offer. */
export interface Tool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The price of a run, or the lowest one where `quoted` is true. */
  readonly credits: number;
  readonly quoted: boolean;
  /** JSON Schema of the input. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Quote {
  readonly flow: string;
  readonly credits: number;
}

/** A part of a result; files are read with `file()`, by their names. */
export type ResultPart = { readonly name: string; readonly label: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'number'; readonly value: number; readonly unit: string }
  | { readonly kind: 'file'; readonly mediaType: string; readonly bytes: number }
);

export interface Run {
  readonly id: string;
  readonly flow: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** The charged credits. */
  readonly credits: number;
  readonly startedAt: string;
  readonly keptUntil: string;
  readonly result: readonly ResultPart[];
  /** The credits that can still be spent, after a run that has just ended. */
  readonly available?: number;
  /** How many items of a list are done, while the run goes on. */
  readonly progress?: { readonly done: number; readonly of: number };
}

/** The use of a key in a window, in credits. */
export interface KeyWindow {
  readonly spent: number;
  readonly held: number;
  readonly cap?: number;
  /** When the window ends; absent for the life of the key. */
  readonly resetsAt?: string;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  /** The tools that it may run; all where it is absent. */
  readonly flows?: readonly string[];
  readonly use: {
    readonly life: KeyWindow;
    readonly month: KeyWindow;
    readonly day: KeyWindow;
  };
  /** What its owner can spend, if the key may read that. */
  readonly available?: number;
}

/**
 * A start that cannot go on, for a reason that whoever started it can mend. The message is the
 * sentence that is printed: what is wrong and what to do. No stack trace goes with it.
 */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}

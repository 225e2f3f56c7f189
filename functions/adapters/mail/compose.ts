import MailComposer from 'nodemailer/lib/mail-composer';

/** A message before it is written for the wire. */
export interface Letter {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name?: string; readonly address: string };
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same at each try, by which mail systems know a second copy (RFC 5322, section 3.6.4). */
  readonly messageId: string;
  readonly date: Date;
  /** A BCP 47 tag (RFC 3282). */
  readonly languageTag: string;
  /** Where one press ends such messages (RFC 8058); absent for those that everybody gets. */
  readonly unsubscribeUrl?: string;
}

/** Writes a message as MIME: one way for every mail system. */
export function compose({ languageTag, unsubscribeUrl, ...letter }: Letter): Promise<Uint8Array> {
  const { to, ...rest } = letter;
  const composer = new MailComposer({
    ...rest,
    to: { name: to.name ?? '', address: to.address },
    headers: {
      'Content-Language': languageTag,
      // Answers by machines would come to people (RFC 3834, section 5).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    // Nothing of a message is a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message)));
  });
}

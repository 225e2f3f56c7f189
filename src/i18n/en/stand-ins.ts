/** What the sign-in page of the local identity provider says. */
export const signIn = {
  /** Before the product's name. */
  title: 'Sign in to',
  error: 'Error: ',
  standIn:
    'This is the local stand-in for the identity provider. It checks no password: any address works, and the same address is the same person.',
  email: 'E-mail',
  name: 'Name',
  verified: 'The address is verified',
  submit: 'Sign in',
  cancel: 'Cancel',
  emailRefused: 'Enter an e-mail address, such as ada@example.com.',
  nameRefused: 'Enter a name of at most {max} characters.',
};

/** What the pages of the local payment service say. */
export const payments = {
  standIn:
    'This is the local stand-in for the payment service. No money moves, and no card is asked for.',
  payTitle: 'Pay',
  pay: 'Pay',
  payRefused: 'Pay with a card that is declined',
  leave: 'Back without paying',
  declined: 'The card was declined. Pay with another one, or go back.',
  over: 'This payment page is no longer open.',
  back: 'Back to the site',
  dashboardTitle: 'Payments',
  dashboardIntro:
    'What the owner of the account could do in the dashboard, to play the whole life of a purchase.',
  delivery: 'How webhooks are sent',
  once: 'once each',
  twice: 'twice at the same time, under two ids',
  held: 'held until you let them go',
  set: 'Set',
  heldCount: 'Webhooks that are held:',
  releaseOldest: 'Send, the oldest first',
  releaseNewest: 'Send, the newest first',
  none: 'Nobody has come to pay yet.',
  open: 'open',
  complete: 'paid',
  expired: 'expired',
  expire: 'Let it expire',
  amount: 'Amount',
  refund: 'Refund',
  failRefund: 'Let the refund fail',
  dispute: 'Open a dispute',
  win: 'Win it',
  lose: 'Lose it',
  succeeded: 'refunded',
  failed: 'refund failed',
  needs_response: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
  impossible: 'That is not possible now: go back and look at what has become of the payment.',
};

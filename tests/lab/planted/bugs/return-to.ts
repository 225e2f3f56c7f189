import type { Area } from '../planted-bug.ts';

/** Bugs in the path that a visitor is sent to after signing in. */
export const returnTo: Area = {
  name: 'return-to',
  tests: ['tests/unit/src/contract/return-to', 'tests/unit/functions/auth/login'],
  bugs: [
    {
      name: 'A backslash may stand in a target',
      file: 'src/contract/return-to.ts',
      from: '/[\\\\\\p{Cc}',
      to: '/[\\p{Cc}',
    },
    {
      name: 'A control character may stand in a target',
      file: 'src/contract/return-to.ts',
      from: '\\p{Cc}\\p{Cs}',
      to: '\\p{Cs}',
    },
    {
      name: 'A target may begin with two slashes',
      file: 'src/contract/return-to.ts',
      from: '(?![/\\u2044',
      to: '(?![\\u2044',
    },
    {
      name: 'A target may lead to the API in capital letters',
      file: 'src/contract/return-to.ts',
      from: 'signin)(?:\\/|$)/i',
      to: 'signin)(?:\\/|$)/',
    },
    {
      name: 'The decoded target is not checked',
      file: 'src/contract/return-to.ts',
      from: 'const next = decode(form) ?? decodeAscii(form);',
      to: 'const next = form;',
    },
    {
      name: 'The resolved target is not checked',
      file: 'src/contract/return-to.ts',
      from: 'url.origin === origin && isSeemly(target, origin)',
      to: 'url.origin === origin',
    },
    {
      name: 'A fullwidth solidus passes for a letter',
      file: 'src/contract/return-to.ts',
      from: "forms.push(form, form.normalize('NFKC'));",
      to: 'forms.push(form);',
    },
    {
      name: 'The route that starts the sign-in passes on any target',
      file: 'functions/auth/login.ts',
      from: 'safeReturnTo(request.query.returnTo, deps.siteOrigin)',
      to: "request.query.returnTo ?? '/'",
    },
  ],
};

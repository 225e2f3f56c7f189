import { defineHastPlugin, type HastPluginEntry } from 'satteri';

/** What code begins with: a fence, or where lines are indented four spaces or a tab. */
const fenceOrIndent = /```|~~~| {4}|\t/;

/** Code scrolls by itself where it is too wide, so it can be focused and scrolled by keyboard too. */
export const codeBoxes = (({ source }) =>
  fenceOrIndent.test(source) && focusable) satisfies HastPluginEntry;

const focusable = defineHastPlugin({
  name: 'code-boxes',
  element: [
    {
      filter: ['pre'],
      visit(pre, context) {
        context.setProperty(pre, 'tabIndex', 0);
      },
    },
  ],
});

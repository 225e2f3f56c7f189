import { defineHastPlugin } from 'satteri';

/** Code scrolls by itself where it is too wide, so it can be focused and scrolled by keyboard too. */
export const codeBoxes = defineHastPlugin({
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

import { defineHastPlugin, type HastPluginEntry } from 'satteri';

/**
 * Tables of Markdown, fit for a phone and for the content security policy. Each lies in a box that
 * scrolls by itself and can be focused, so that it scrolls by keyboard too (WCAG 2.2, 2.1.1). The
 * alignment of columns becomes a class, because the policy refuses style attributes.
 * `src/styles/prose.css` has the styles of both. Only a text with a vertical bar can have a table.
 */
export const tables = (({ source }) => source.includes('|') && boxed) satisfies HastPluginEntry;

const boxed = defineHastPlugin({
  name: 'tables',
  element: [
    {
      filter: ['table'],
      visit(table, context) {
        context.wrapNode(table, {
          type: 'element',
          tagName: 'div',
          properties: { className: ['table-box'], tabIndex: 0 },
          children: [],
        });
      },
    },
    {
      filter: ['th', 'td'],
      visit(cell, context) {
        const style = String(cell.properties?.style);
        const [, side] = /text-align:\s*(left|center|right)/.exec(style) ?? [];
        if (!side) return;
        context.setProperty(cell, 'style', null);
        context.setProperty(cell, 'className', [`align-${side}`]);
      },
    },
  ],
});

// @ts-check
/** @typedef {{ report: (problem: { node: unknown, message: string }) => void }} Context */

const rawColour =
  /(^|[\s[:(,])#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(rgb|rgba|hsl|hsla|oklch|oklab)\(/i;

/** Rules of this project that no linter brings. */
export default {
  meta: { name: 'house' },
  rules: {
    'no-enum': {
      create: (/** @type {Context} */ context) => ({
        TSEnumDeclaration: (/** @type {unknown} */ node) =>
          context.report({ node, message: 'Use a union of string literals.' }),
      }),
    },
    'no-raw-colour': {
      create: (/** @type {Context} */ context) => {
        /**
         * @param {unknown} node
         * @param {unknown} text
         */
        const check = (node, text) => {
          if (typeof text !== 'string' || !rawColour.test(text)) return;
          const message = 'Use a design token: raw colours do not follow the theme.';
          context.report({ node, message });
        };
        return {
          Literal: (/** @type {{ value: unknown }} */ node) => check(node, node.value),
          TemplateElement: (/** @type {{ value: { raw: string } }} */ node) =>
            check(node, node.value.raw),
        };
      },
    },
  },
};

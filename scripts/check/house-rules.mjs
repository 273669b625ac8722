// @ts-check
/** @typedef {{ report: (problem: { node: unknown, message: string }) => void }} Context */

const rawColour =
  /(^|[\s[:(,])#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(rgb|rgba|hsl|hsla|oklch|oklab)\(/i;

/**
 * A node of the tree, as far as the rules look at it.
 * @typedef {object} Node
 * @property {string} type
 * @property {Node} parent
 * @property {string} name
 * @property {Node} object
 * @property {Node} property
 * @property {boolean} computed
 * @property {Node} id
 * @property {Node | null} init
 * @property {Node} local
 * @property {Node} source
 * @property {Node[]} specifiers
 * @property {unknown} value
 * @property {string} importKind
 */

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'PropertyDefinition',
]);

/** @param {Node} node */
function isOfModule(node) {
  for (let at = node.parent; at; at = at.parent) if (functions.has(at.type)) return false;
  return true;
}

/**
 * The name that a chain of members begins with, such as `text` of `text.chat.send`.
 * @param {Node | null} node
 */
function rootOf(node) {
  let at = node;
  while (at?.type === 'MemberExpression') at = at.object;
  return at?.type === 'Identifier' ? at.name : undefined;
}

/** Other languages fill the groups of texts before anything is drawn, and after modules are loaded. */
const heldText = 'A module may hold a group of texts, not a text: languages are filled in later.';

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
    'no-held-text': {
      create: (/** @type {Context} */ context) => {
        /** @type {Set<string>} names of texts, and of groups of them that the module holds */
        const texts = new Set();
        /** @type {Set<string>} those that are constants of the module */
        const held = new Set();
        return {
          ImportDeclaration: (/** @type {Node} */ node) => {
            if (!/\/texts\/(catalogue|all-texts|en\/[\w-]+)\.ts$/.test(String(node.source.value)))
              return;
            for (const { local } of node.specifiers) texts.add(local.name);
          },
          VariableDeclarator: (/** @type {Node} */ node) => {
            const root = node.init?.type === 'MemberExpression' ? rootOf(node.init) : undefined;
            if (root === undefined || !texts.has(root) || !isOfModule(node)) return;
            texts.add(node.id.name);
            held.add(node.id.name);
          },
          MemberExpression: (/** @type {Node} */ node) => {
            const root = rootOf(node);
            if (root === undefined || !texts.has(root) || node.parent.type === 'MemberExpression')
              return;
            if (node.parent.type !== 'VariableDeclarator' && isOfModule(node)) {
              context.report({ node, message: heldText });
            }
          },
          Identifier: (/** @type {Node} */ node) => {
            if (!held.has(node.name)) return;
            const { parent } = node;
            const isName =
              parent.type === 'MemberExpression' ||
              parent.type.startsWith('TS') ||
              (parent.type === 'VariableDeclarator' &&
                (parent.id === node ||
                  (parent.id.type === 'ObjectPattern' && !isOfModule(node)))) ||
              (parent.type === 'Property' && parent.value !== node);
            if (!isName) context.report({ node, message: heldText });
          },
        };
      },
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

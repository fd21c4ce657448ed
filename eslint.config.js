// What `make lint` asks of static/js; tsconfig.json has the types.
import js from "@eslint/js";
import jsdoc from "eslint-plugin-jsdoc";
import globals from "globals";

const AT_MOST = { lines: 250, statements: 20, depth: 3, complexity: 13 };

export default [
  { ignores: ["**/*.min.js", ".venv/", "mutants/", "tests/"] },
  js.configs.recommended,
  jsdoc.configs["flat/recommended-typescript-flavor-error"],
  {
    files: ["static/js/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "max-lines": ["error", AT_MOST.lines],
      "max-statements": ["error", AT_MOST.statements],
      "max-depth": ["error", AT_MOST.depth],
      "complexity": ["error", AT_MOST.complexity],
      "max-len": ["error", 120],
      "eqeqeq": "error",
      "no-var": "error",
      "prefer-const": "error",
      "prefer-arrow-callback": "error",
      "no-implicit-coercion": "error",
      "no-shadow": "error",
      "no-param-reassign": "error",
      "no-restricted-syntax": ["error", {
        selector: "AssignmentExpression[left.property.name=/^(textContent|innerText|title|ariaLabel)$/] > Literal[value=/[a-z]/i]",
        message: "What a person reads comes from the page, in their language.",
      }, {
        selector: "AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]",
        message: "Text that somebody typed must stay text.",
      }],
      // A name that says it all needs no sentence; types are what is asked for.
      "jsdoc/require-jsdoc": "off",
      "jsdoc/require-param-description": "off",
      "jsdoc/require-property-description": "off",
      "jsdoc/require-returns": "off",
      "jsdoc/require-returns-description": "off",
      "jsdoc/tag-lines": ["error", "any", { startLines: 1 }],
    },
  },
  { files: ["static/js/sw.js"], languageOptions: { sourceType: "script", globals: globals.serviceworker } },
  { files: ["eslint.config.js"], languageOptions: { globals: globals.node } },
];

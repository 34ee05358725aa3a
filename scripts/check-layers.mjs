import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseSync } from 'vite';

import { root } from './lib/install.mjs';

/**
 * Imports go one way: the page and the command line know the machines, the machines know the engine, the
 * engine knows nothing. This script reads every file under src and fails on an import that its layer may not
 * make, on a cycle between files, and on `export *`, which hides what a file offers.
 */

/**
 * What a layer may import: other layers, packages (exactly, or with a sub-path below the name), and whether
 * Node's own modules. `types` lists what may be imported as types only. `height` orders the layers for test
 * files, which may import every layer that is not higher than their own.
 *
 * @typedef {object} Rule
 * @property {number} height
 * @property {readonly string[]} [layers]
 * @property {readonly string[]} [packages]
 * @property {{ layers?: readonly string[], packages?: readonly string[] }} [types]
 * @property {boolean} [node]
 */

/** The page and the command line stand side by side at the top and never meet, not even in tests. */
const TOP = 4;

/** @type {Readonly<Record<string, Rule>>} */
const RULES = {
  engine: { height: 0 },
  machines: { height: 1, layers: ['engine'], packages: ['xstate'] },
  scenarios: { height: 2, layers: ['engine', 'machines'], packages: ['valibot'] },
  explore: { height: 3, layers: ['engine', 'machines', 'scenarios'] },
  text: { height: 3, layers: ['engine', 'scenarios'], types: { layers: ['machines'] } },
  formats: { height: 3, layers: ['engine', 'machines', 'scenarios'], packages: ['valibot'] },
  cli: {
    height: TOP,
    layers: ['engine', 'machines', 'scenarios', 'explore', 'text', 'formats'],
    node: true,
  },
  ui: {
    height: TOP,
    layers: ['engine', 'machines', 'scenarios', 'explore', 'text', 'formats'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      'valibot',
      'd3',
      '@dagrejs/dagre',
      '@fontsource-variable/inter',
    ],
    types: { packages: ['xstate'] },
  },
};

const TEST_PACKAGES = ['vitest', 'fast-check', 'jsdom', '@valibot/to-json-schema', 'ajv'];
const TEST_FILE = /\.test\.tsx?$/;
const SOURCE_FILE = /\.tsx?$/;

/**
 * @typedef {{ file: string, line: number, specifier: string, typeOnly: boolean }} Import
 * @typedef {{ file: string, line: number, message: string }} Problem
 */

/**
 * Checks a folder that holds one folder for each layer.
 *
 * @param {string} source
 * @returns {{ files: number, imports: number, problems: Problem[] }}
 */
export function checkLayers(source) {
  const files = listFiles(source).filter((file) => SOURCE_FILE.test(file) && !file.endsWith('.d.ts'));
  /** @type {Problem[]} */
  const problems = [];
  /** @type {Map<string, { target: string, line: number }[]>} */
  const graph = new Map();
  let imports = 0;

  for (const file of files) {
    const parsed = readImports(file);
    imports += parsed.imports.length;
    problems.push(...parsed.problems);
    /** @type {{ target: string, line: number }[]} */
    const edges = [];
    graph.set(file, edges);
    for (const one of parsed.imports) {
      const message = one.specifier.startsWith('.')
        ? checkRelative(one, source, edges)
        : checkPackage(one, source);
      if (message !== undefined) problems.push({ file, line: one.line, message });
    }
  }
  problems.push(...findCycles(graph, source));
  return { files: files.length, imports, problems };
}

/**
 * @param {Import} one
 * @param {string} source
 * @param {{ target: string, line: number }[]} edges
 * @returns {string | undefined}
 */
function checkRelative(one, source, edges) {
  const bare = one.specifier.replace(/\?.*$/, '');
  const target = path.resolve(path.dirname(one.file), bare);
  if (!existsSync(target) || statSync(target).isDirectory()) {
    return `"${one.specifier}" is no file; relative imports name the file with its ending`;
  }
  edges.push({ target, line: one.line });

  const from = layerOf(one.file, source);
  const to = layerOf(target, source);
  const rule = RULES[from];
  if (rule === undefined) return `src/${from} is no layer; the layers are ${Object.keys(RULES).join(', ')}`;
  if (to === from) {
    return TEST_FILE.test(target) ? `"${one.specifier}" is a test; nothing imports a test` : undefined;
  }
  if (rule.layers?.includes(to)) return undefined;
  if (one.typeOnly && rule.types?.layers?.includes(to)) return undefined;
  const toHeight = RULES[to]?.height ?? Infinity;
  const reachable = toHeight < rule.height || (toHeight === rule.height && toHeight < TOP);
  if (TEST_FILE.test(one.file) && reachable) return undefined;
  return `${from} must not import ${to}: "${one.specifier}". ${describe(from, rule)}`;
}

/**
 * @param {Import} one
 * @param {string} source
 * @returns {string | undefined}
 */
function checkPackage(one, source) {
  const from = layerOf(one.file, source);
  const rule = RULES[from];
  if (rule === undefined) return `src/${from} is no layer; the layers are ${Object.keys(RULES).join(', ')}`;
  const isTest = TEST_FILE.test(one.file);
  if (isBuiltin(one.specifier)) {
    if (!one.specifier.startsWith('node:')) return `write "node:${one.specifier}" for Node's own module`;
    if (rule.node === true || isTest) return undefined;
    return `${from} must not import Node's own modules: "${one.specifier}". ${describe(from, rule)}`;
  }
  const allowed = [
    ...(rule.packages ?? []),
    ...(one.typeOnly ? (rule.types?.packages ?? []) : []),
    ...(isTest ? TEST_PACKAGES : []),
    // A test of a layer may hold what any layer below holds.
    ...(isTest
      ? Object.values(RULES).flatMap((lower) => (lower.height < rule.height ? (lower.packages ?? []) : []))
      : []),
  ];
  if (allowed.some((name) => one.specifier === name || one.specifier.startsWith(`${name}/`)))
    return undefined;
  return `${from} must not import the package "${one.specifier}". ${describe(from, rule)}`;
}

/**
 * @param {string} layer
 * @param {Rule} rule
 */
function describe(layer, rule) {
  const allowed = [
    ...(rule.layers ?? []),
    ...(rule.packages ?? []),
    ...(rule.types?.layers ?? []).map((name) => `types of ${name}`),
    ...(rule.types?.packages ?? []).map((name) => `types of ${name}`),
    ...(rule.node === true ? ["Node's own modules"] : []),
  ];
  return `${layer} may import ${allowed.length === 0 ? 'nothing but itself' : allowed.join(', ')}.`;
}

/**
 * The folder below source that a file is in.
 *
 * @param {string} file
 * @param {string} source
 */
function layerOf(file, source) {
  const relative = path.relative(source, file);
  if (relative.startsWith('..')) return `(outside) ${relative}`;
  const [first = ''] = relative.split(path.sep);
  return first;
}

/**
 * @param {string} file
 * @returns {{ imports: Import[], problems: Problem[] }}
 */
function readImports(file) {
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  /** @type {Import[]} */
  const imports = [];
  /** @type {Problem[]} */
  const problems = errors.map((error) => ({ file, line: 1, message: `cannot be read: ${error.message}` }));

  visit(program, (node) => {
    const line = lineAt(text, node.start);
    const specifier = node.source?.value ?? workerAddress(node);
    if (node.type === 'ExportAllDeclaration' && node.exported === null) {
      problems.push({ file, line, message: 'export * is not used here; name what the file offers' });
    }
    if (typeof specifier === 'string') imports.push({ file, line, specifier, typeOnly: isTypeOnly(node) });
  });
  return { imports, problems };
}

/**
 * @typedef {{
 *   type: string, start: number, importKind?: string, exportKind?: string, exported?: unknown,
 *   source?: { value?: unknown } | null, specifiers?: { importKind?: string, exportKind?: string }[],
 *   callee?: { type: string, name?: string, property?: { name?: string } },
 *   arguments?: { type: string, value?: unknown, property?: { name?: string } }[],
 * }} Node
 */

/** @param {Node} node */
function isTypeOnly(node) {
  if (node.type === 'TSImportType') return true;
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers ?? [];
  return (
    specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  );
}

/**
 * The file in `new URL('./file.ts', import.meta.url)`, which the bundler follows as an import.
 *
 * @param {Node} node
 */
function workerAddress(node) {
  if (node.type !== 'NewExpression' || node.callee?.name !== 'URL') return undefined;
  const [first, second] = node.arguments ?? [];
  return second?.type === 'MemberExpression' && second.property?.name === 'url' ? first?.value : undefined;
}

/**
 * @param {unknown} value
 * @param {(node: Node) => void} see
 */
function visit(value, see) {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') see(/** @type {Node} */ (value));
  for (const child of Object.values(value)) visit(child, see);
}

/**
 * @param {string} text
 * @param {number} offset
 */
function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length;
}

/**
 * One problem for each cycle that a walk in file order meets. Imports of types count: a file that cannot be
 * understood without another that cannot be understood without it is one file in two places.
 *
 * @param {Map<string, { target: string, line: number }[]>} graph
 * @param {string} source
 * @returns {Problem[]}
 */
function findCycles(graph, source) {
  /** @type {Problem[]} */
  const problems = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const trail = [];

  /** @param {string} file */
  function walk(file) {
    trail.push(file);
    for (const { target, line } of graph.get(file) ?? []) {
      const at = trail.indexOf(target);
      if (at !== -1) {
        const names = [...trail.slice(at), target].map((name) => path.relative(source, name));
        problems.push({ file, line, message: `import cycle: ${names.join(' -> ')}` });
      } else if (!done.has(target)) {
        walk(target);
      }
    }
    trail.pop();
    done.add(file);
  }

  for (const file of graph.keys()) if (!done.has(file)) walk(file);
  return problems;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = path.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(full) : [full];
    });
}

function main() {
  const source = path.resolve(process.argv[2] ?? path.join(root, 'src'));
  const { files, imports, problems } = checkLayers(source);
  for (const { file, line, message } of problems) {
    console.error(`${path.relative(process.cwd(), file)}:${line}: ${message}`);
  }
  console.log(`${files} files, ${imports} imports, ${problems.length} against the layers`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

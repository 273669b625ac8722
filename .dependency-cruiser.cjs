const engines = '^main/(agent|mcp|sessions|storage|lib)/';
const electron = ['^electron$', 'node_modules/electron/'];
const tests = '\\.test\\.tsx?$';

/** @returns a forbidden rule of severity error */
const ban = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    ban(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Break the cycle: move the shared piece down a layer.',
    ),
    ban(
      'shared-is-pure',
      { path: '^shared/', pathNot: tests },
      { pathNot: ['^shared/', 'node_modules/(zod|@cfworker/json-schema)/'] },
      'shared/ runs in every process: only itself, zod and the schema validator.',
    ),
    ban(
      'preload-is-thin',
      { path: '^preload/', pathNot: tests },
      { pathNot: ['^preload/', '^shared/', ...electron] },
      'The preload is finished and tiny.',
    ),
    ban(
      'renderer-is-web',
      { path: '^renderer/', pathNot: [tests, '^renderer/testing/'] },
      { dependencyTypes: ['core'] },
      'No Node built-ins in the renderer.',
    ),
    ban(
      'renderer-stays-in-its-process',
      { path: '^renderer/' },
      { path: ['^(main|preload|e2e|scripts)/', ...electron] },
      'The renderer reaches main by call and on.',
    ),
    ban(
      'renderer-takes-contract-types-only',
      { path: '^renderer/', pathNot: tests },
      { path: '^shared/ipc/(registry|routes/)', dependencyTypesNot: ['type-only'] },
      'import type: zod schemas stay out of the bundle.',
    ),
    ban(
      'features-are-islands',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
      'Features meet in renderer/app.',
    ),
    ban(
      'feature-front-door',
      { path: '^renderer/', pathNot: '^renderer/features/' },
      {
        path: '^renderer/features/[^/]+/',
        pathNot: '^renderer/features/[^/]+/index\\.tsx?$',
      },
      'Import the index of the feature.',
    ),
    ban(
      'ui-and-lib-are-leaves',
      { path: '^renderer/(ui|lib)/' },
      { path: '^renderer/(app|features)/' },
      'ui and lib know no feature.',
    ),
    ban(
      'main-stays-in-its-process',
      { path: '^main/' },
      { path: '^(renderer|preload|e2e|scripts)/', pathNot: '^e2e/servers/' },
      'Share through shared/.',
    ),
    ban(
      'scripted-servers-are-for-tests',
      { path: '^(main|shared|preload|renderer)/', pathNot: [tests, '/testing/'] },
      { path: '^e2e/servers/' },
      'Only tests talk to scripted servers.',
    ),
    ban(
      'main-layers-point-down',
      { path: engines },
      { path: '^main/(ipc|app)/' },
      'app → ipc → sessions → engines → lib.',
    ),
    ban('ipc-knows-no-app', { path: '^main/ipc/' }, { path: '^main/app/' }, 'app composes ipc.'),
    ban(
      'engines-do-not-reach-sessions',
      { path: '^main/(agent|mcp|storage|lib)/' },
      { path: '^main/sessions/' },
      'sessions uses the engines, not the other way round.',
    ),
    ban('main-lib-is-a-leaf', { path: '^main/lib/' }, { path: '^main/(?!lib/)' }, 'lib is a leaf.'),
    ban(
      'engines-know-no-electron',
      { path: engines },
      { path: electron },
      'Electron is injected: take an interface.',
    ),
    ban(
      'runtime-is-standalone',
      { path: '^main/agent/runtime/', pathNot: '^main/agent/runtime/command/' },
      {
        path: '^main/',
        pathNot: ['^main/(agent/runtime|lib|storage)/', '^main/mcp/(client|config|oauth|servers)/'],
      },
      'The runtime is a program of its own.',
    ),
    ban(
      'command-composes',
      { path: '^main/agent/runtime/command/', pathNot: tests },
      { path: '^main/agent/sdk/', pathNot: '^main/agent/sdk/sessions/' },
      'The command works on stored sessions and servers with what app and SDK use; it starts no runtime.',
    ),
    ban(
      'nobody-imports-the-runtime',
      { path: '^main/', pathNot: '^main/agent/runtime/' },
      { path: '^main/agent/runtime/' },
      'The runtime is spawned; frames are the only coupling.',
    ),
    ban(
      'e2e-is-black-box',
      { path: '^e2e/' },
      { path: '^(main|preload|renderer)/' },
      'End-to-end tests see what a person sees.',
    ),
    ban(
      'e2e-takes-shared-types-only',
      { path: '^e2e/' },
      { path: '^shared/', pathNot: '^shared/texts/', dependencyTypesNot: ['type-only'] },
      'import type. Only the texts come as values: they are how a person finds things in the window.',
    ),
    ban(
      'no-dev-dependency-in-product',
      { path: '^(main|shared)/', pathNot: [tests, '/__fixtures__/', '/testing/'] },
      { dependencyTypes: ['npm-dev'], pathNot: electron },
      'Put it into dependencies: it runs on the machine of the user.',
    ),
    ban(
      'not-to-unresolvable',
      {},
      // The package's own entries exist once it is built.
      { couldNotResolve: true, pathNot: '^parley-desktop/' },
      'The import leads nowhere.',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};

/* First file of every command. It must parse on an old Node: no syntax newer than ES5 here. */
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var ROOT = path.join(__dirname, '..');
var MINIMUM_NODE = [20, 19];
var COMMANDS = [
  'start',
  'dev',
  'build',
  'check',
  'test',
  'e2e',
  'bench',
  'conformance',
  'demo',
  'package',
  'setup',
];
var PLATFORMS = ['linux', 'darwin', 'win32'];

/** Ends the command with one sentence. */
function stop(sentence) {
  process.stderr.write('parley: ' + sentence + '\n');
  process.exit(1);
}

function checkNode() {
  var parts = process.versions.node.split('.').map(Number);
  var isNewEnough =
    parts[0] > MINIMUM_NODE[0] || (parts[0] === MINIMUM_NODE[0] && parts[1] >= MINIMUM_NODE[1]);
  if (isNewEnough) return;
  stop(
    'this is Node ' +
      process.versions.node +
      ', but Parley needs ' +
      MINIMUM_NODE.join('.') +
      ' or newer; install it (https://nodejs.org) and run the command again.',
  );
}

function readLock(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')).packages;
  } catch (_error) {
    return null;
  }
}

/** npm writes the second lock last, after everything it lists is on disk. */
function arePackagesInstalled() {
  var wanted = readLock('package-lock.json');
  var present = readLock('node_modules/.package-lock.json');
  if (wanted === null) stop('package-lock.json is missing or damaged; check it out again.');
  if (present === null) return false;
  return Object.keys(wanted).every(function (key) {
    var entry = wanted[key];
    if (key === '' || entry.link) return true;
    if (present[key] === undefined)
      return Boolean(entry.optional || entry.devOptional || entry.peer);
    return present[key].version === entry.version;
  });
}

function npmCommand(args) {
  var cli = process.env.npm_execpath;
  if (cli && /npm-cli\.js$/.test(cli))
    return { file: process.execPath, args: [cli].concat(args), shell: false };
  return { file: 'npm', args: args, shell: process.platform === 'win32' };
}

function explainInstallFailure(output) {
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(output)) {
    return 'the npm registry cannot be reached, so the packages cannot be installed; check the network or proxy and run the command again.';
  }
  if (/ENOENT/.test(output) && /spawn/.test(output)) {
    return 'npm was not found beside Node; install npm 10 or newer and run the command again.';
  }
  return 'npm could not install the packages (its own words are above); mend that and run the command again.';
}

function install(done) {
  var started = Date.now();
  var command = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  var output = '';
  process.stdout.write('parley: installing packages (about a minute the first time)\n');
  var child = childProcess.spawn(command.file, command.args, {
    cwd: ROOT,
    shell: command.shell,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  var ticker = setInterval(function () {
    process.stdout.write(
      'parley: still installing, ' + Math.round((Date.now() - started) / 1000) + ' s\n',
    );
  }, 10000);
  child.stderr.on('data', function (chunk) {
    output += chunk;
    process.stderr.write(chunk);
  });
  child.on('error', function (error) {
    clearInterval(ticker);
    stop(explainInstallFailure('spawn ' + error.code));
  });
  child.on('close', function (code) {
    clearInterval(ticker);
    if (code !== 0) stop(explainInstallFailure(output));
    process.stdout.write(
      'parley: packages installed in ' + Math.round((Date.now() - started) / 1000) + ' s\n',
    );
    done();
  });
}

function dispatch(command, args) {
  var file = path.join(__dirname, 'commands', command + '.mjs');
  var child = childProcess.spawn(process.execPath, [file].concat(args), {
    cwd: ROOT,
    stdio: 'inherit',
  });
  // The child gets the terminal's Ctrl-C by itself; a signal sent to us alone is handed on.
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  });
  // npm ends without telling us when it is killed: notice that our parent has gone.
  if (process.env.npm_lifecycle_event) {
    var parent = process.ppid;
    setInterval(function () {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, 1000);
  }
  child.on('close', function (code, signal) {
    process.exit(signal ? 130 : code);
  });
}

function main() {
  var command = process.argv[2];
  if (COMMANDS.indexOf(command) < 0)
    stop('usage: node scripts/bootstrap.cjs ' + COMMANDS.join('|'));
  checkNode();
  if (PLATFORMS.indexOf(process.platform) < 0) {
    stop('Parley runs on Linux, macOS and Windows, not on ' + process.platform + '.');
  }
  function next() {
    dispatch(command, process.argv.slice(3));
  }
  if (arePackagesInstalled()) next();
  else install(next);
}

main();

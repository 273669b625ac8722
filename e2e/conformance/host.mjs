// @ts-check
/** The client under test: does with a server whatever it offers. Started by the suite with the server's URL as last argument. */
import * as mcp from 'parley-desktop/mcp';

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const given = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const { client_id: clientId, client_secret: clientSecret } = given;

/** Grants without a person, where the scenario gives what they need. @returns {mcp.DirectGrant | undefined} */
function grant() {
  if (scenario.startsWith('auth/client-credentials')) return { type: 'client-credentials' };
  if (given.valid_jwt) return { type: 'jwt-bearer', assertion: async () => given.valid_jwt };
  if (!given.idp_id_token) return undefined;
  const { idp_issuer: issuer, idp_token_endpoint: tokenEndpoint, idp_client_id } = given;
  const idToken = async () => given.idp_id_token;
  const identityProvider = { issuer, tokenEndpoint, clientId: idp_client_id, idToken };
  return { type: 'enterprise', identityProvider };
}

// Who declares skills loads them; others may list them.
const skills = scenario.startsWith('sep-2640-client-verify') && { [mcp.SKILLS_EXTENSION]: {} };
const elicitation = { form: { applyDefaults: true } };
const capabilities = { elicitation, ...(skills && { extensions: skills }) };
const { private_key_pem: privateKey, signing_algorithm: alg = 'ES256' } = given;
const signingKey = privateKey && { privateKey, alg };
const account = clientId && { clientId, clientSecret, signingKey };
const signIns = mcp.createSignIns({
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  // A browser whose person agrees to everything.
  openUrl: async (page) => void (await fetch(page)),
});

/** A value that fits a schema; an object of any kind is the schema of a tool. @type {(schema: any, any: any) => any} */
function sample(schema, any) {
  const { type, properties } = schema;
  if (schema.enum) return schema.enum[0];
  if (type === 'object' && !properties) return any;
  const inner = Object.entries(properties ?? {}).map(([key, one]) => [key, sample(one, any)]);
  /** @type {Record<string, unknown>} */
  const samples = { string: 'text', integer: 3, number: 3, boolean: true, array: [] };
  return type === 'object' ? Object.fromEntries(inner) : samples[type];
}

const authProvider = signIns.forServer({ serverUrl: url, client: account, grant: grant() });
// The suite waits for whatever still runs, for ever.
setTimeout(() => process.exit(1), 55_000).unref();
const client = await mcp.createMCPClient({
  transport: { type: 'http', url, authProvider },
  clientName: 'parley',
  capabilities,
});
client.onElicitationRequest(mcp.ElicitationRequestSchema, () => ({ action: 'accept' }));
try {
  const { tools } = await client.listTools();
  const samples = tools.map(({ name, inputSchema }) => ({
    name,
    arguments: sample(inputSchema, tools[0]?.inputSchema),
  }));
  for (const call of given.toolCalls ?? samples)
    await client.callTool(call).catch((/** @type {unknown} */ failure) => {
      // What the server itself answers with an error is its own business.
      if (!mcp.CallToolError.isInstance(failure) || failure.code === undefined) throw failure;
    });
  const { prompts, resources } = client.initializeResult.capabilities;
  for (const entry of await mcp.listSkills(client)) {
    if (!skills) continue;
    const skill = await mcp.loadSkill(client, entry);
    for (const { uri } of entry.resources) await skill.read(uri);
  }
  if (prompts)
    for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  if (resources)
    for (const { uri } of (await client.listResources()).resources)
      await client.readResource({ uri });
} finally {
  await client.close();
  await signIns.dispose();
}

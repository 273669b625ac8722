// @ts-check
/** The client under test: does with a server whatever it offers. Started by the suite with the server's URL as last argument. */
import {
  CallToolError,
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  ElicitationRequestSchema,
  MemoryOAuthProvider,
  PrivateKeyJwtProvider,
  createMCPClient,
  discoverAndRequestJwtAuthGrant,
} from 'parley-desktop/mcp';

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const given = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

/** Credentials by scenario; everything else is found out from the server. */
async function credentials() {
  const clientId = given.client_id;
  if (scenario === 'auth/client-credentials-basic')
    return new ClientCredentialsProvider({ clientId, clientSecret: given.client_secret });
  if (scenario === 'auth/client-credentials-jwt')
    return new PrivateKeyJwtProvider({
      clientId,
      privateKey: given.private_key_pem,
      algorithm: given.signing_algorithm ?? 'ES256',
    });
  if (given.idp_id_token)
    return new CrossAppAccessProvider({
      clientId,
      clientSecret: given.client_secret,
      assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
        const { idp_issuer: idpUrl, idp_id_token: idToken, idp_client_id } = given;
        const asked = { audience: authorizationServerUrl, resource: resourceUrl, scope, fetchFn };
        const client = { idpUrl, idToken, clientId: idp_client_id };
        return (await discoverAndRequestJwtAuthGrant({ ...asked, ...client })).jwtAuthGrant;
      },
    });
  const client =
    clientId === undefined
      ? undefined
      : { client_id: clientId, client_secret: given.client_secret };
  const dpop = scenario.startsWith('auth/dpop') ? await DpopSession.create() : undefined;
  return new MemoryOAuthProvider({ clientMetadataUrl, client, dpop, assertion: given.valid_jwt });
}

/**
 * A value that fits; an object of any kind is the schema of a tool.
 * @param {any} schema @param {any} any @returns {any}
 */
function sample(schema, any) {
  if (schema?.enum) return schema.enum[0];
  if (schema?.type === 'object' && !schema.properties) return any;
  if (schema?.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, sample(one, any)]),
    );
  const values = { string: 'text', integer: 3, number: 3, boolean: true, array: [] };
  return values[/** @type {keyof typeof values} */ (schema?.type)] ?? null;
}

const client = await createMCPClient({
  transport: { type: 'http', url, authProvider: await credentials() },
  clientName: 'parley',
  capabilities: { elicitation: { form: { applyDefaults: true } } },
});
client.onElicitationRequest(ElicitationRequestSchema, () => ({ action: 'accept', content: {} }));
try {
  const { tools } = await client.listTools();
  const calls =
    given.toolCalls ??
    tools.map((tool) => ({
      name: tool.name,
      arguments: sample(tool.inputSchema, tools[0]?.inputSchema),
    }));
  for (const call of calls)
    await client.callTool(call).catch((/** @type {unknown} */ failure) => {
      // What the server itself answers with an error is its own business.
      if (!CallToolError.isInstance(failure) || failure.code === undefined) throw failure;
    });
  const { capabilities } = client.initializeResult;
  if (capabilities['prompts'])
    for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  if (capabilities['resources'])
    for (const { uri } of (await client.listResources()).resources)
      await client.readResource({ uri });
} finally {
  await client.close();
}

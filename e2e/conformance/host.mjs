// @ts-check
/** The client under test: does with a server whatever it offers. Started by the suite with the server's URL as last argument. */
import * as mcp from 'parley-desktop/mcp';

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const given = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const { client_id: clientId, client_secret: clientSecret } = given;

/** The assertion of an enterprise: its identity provider vouches for the person. @type {any} */
const assertion = async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
  const { idp_token_endpoint: tokenEndpoint, idp_id_token: idToken } = given;
  const where = { tokenEndpoint, audience: authorizationServerUrl, resource: resourceUrl, fetchFn };
  const who = { idToken, clientId: given.idp_client_id, scope };
  return (await mcp.requestJwtAuthorizationGrant({ ...where, ...who })).jwtAuthGrant;
};

/** Credentials by scenario; everything else is found out from the server. */
async function credentials() {
  if (scenario === 'auth/client-credentials-basic')
    return new mcp.ClientCredentialsProvider({ clientId, clientSecret });
  if (scenario === 'auth/client-credentials-jwt') {
    const { private_key_pem: privateKey, signing_algorithm: algorithm = 'ES256' } = given;
    return new mcp.PrivateKeyJwtProvider({ clientId, privateKey, algorithm });
  }
  if (given.idp_id_token)
    return new mcp.CrossAppAccessProvider({ clientId, clientSecret, assertion });
  return new mcp.MemoryOAuthProvider({
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    client: clientId ? { client_id: clientId, client_secret: clientSecret } : undefined,
    dpop: scenario.startsWith('auth/dpop') ? await mcp.DpopSession.create() : undefined,
    assertion: given.valid_jwt,
  });
}

/** A value that fits a schema; an object of any kind is the schema of a tool. @type {(schema: any, any: any) => any} */
function sample(schema, any) {
  const { type, properties } = schema;
  if (schema.enum) return schema.enum[0];
  if (type === 'object' && !properties) return any;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([key, one]) => [key, sample(one, any)]),
    );
  return /** @type {any} */ ({ string: 'text', integer: 3, number: 3, boolean: true, array: [] })[
    type
  ];
}

const client = await mcp.createMCPClient({
  transport: { type: 'http', url, authProvider: await credentials() },
  clientName: 'parley',
  capabilities: { elicitation: { form: { applyDefaults: true } } },
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
  if (prompts)
    for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  if (resources)
    for (const { uri } of (await client.listResources()).resources)
      await client.readResource({ uri });
} finally {
  await client.close();
}

/** What a server may ask of the person: forms and addresses, answers of a model, the folders of sessions. (No zod here: the window uses this file.) */
export const serverAsks = ['elicitation', 'sampling', 'roots'] as const;
export type ServerAsk = (typeof serverAsks)[number];

/** Most images and files of one message of a person in the app. */
export const MOST_ATTACHMENTS = 20;

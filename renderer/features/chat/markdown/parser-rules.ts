import type MarkdownIt from 'markdown-it';

export type MarkdownParser = InstanceType<typeof MarkdownIt>;
export type InlineRule = Parameters<MarkdownParser['inline']['ruler']['push']>[1];
export type BlockRule = Parameters<MarkdownParser['block']['ruler']['push']>[1];

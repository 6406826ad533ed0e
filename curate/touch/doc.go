// Package touch says what each action of an overlay's patches changes: places of
// the description, operations that stand there, and tools that reach them.
//
// It applies the patches once more, one action at a time, so it is for reviews.
// It must not judge whether a change is right, nor compile a tool. Start at Of.
package touch

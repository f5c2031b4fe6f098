/**
 * What the store keeps beside a task for its handler: steps, signals, kept runs, progress. An
 * attempt asks its {@link dev.baton.engine.attempt.note.AttemptNotes}, its end {@link
 * dev.baton.engine.attempt.note.OutcomeNotes}.
 */
@NullMarked
package dev.baton.engine.attempt.note;

import org.jspecify.annotations.NullMarked;

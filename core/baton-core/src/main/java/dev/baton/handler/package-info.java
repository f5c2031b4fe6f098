/** Defines how nodes run tasks: {@link dev.baton.handler.TaskDefinition} and its parts. */
@NullMarked
package dev.baton.handler;

import org.jspecify.annotations.NullMarked;

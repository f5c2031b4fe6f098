/** How tasks are run: {@link dev.baton.handler.TaskDefinition} and what it is made of. */
@NullMarked
package dev.baton.handler;

import org.jspecify.annotations.NullMarked;

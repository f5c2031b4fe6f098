/** Tasks that walk through states with durable data: {@link dev.baton.api.state.StateMachine}. */
@NullMarked
package dev.baton.api.state;

import org.jspecify.annotations.NullMarked;

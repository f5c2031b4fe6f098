/**
 * Duties of the leader: the sweeper makes due tasks ready and resumes lost ones, so they become
 * candidates again. The pruner removes finished rows after their retention.
 */
@NullMarked
package dev.baton.engine.sweep;

import org.jspecify.annotations.NullMarked;

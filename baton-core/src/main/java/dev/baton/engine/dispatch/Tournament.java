package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which of many flows or types has the first head: a tree of matches, each won by whose head goes
 * before the other's. When a head changes, its owner plays again on the way up from its seat, one
 * match a level; nobody else moves, as they would in a heap.
 */
final class Tournament {
  private static final int LEAST = 2;

  /** By seat; as many seats as most have taken part at a time, rounded up to a power of two. */
  private @Nullable Headed[] players = new Headed[0];

  /** Of the heads, by seat. */
  private long[] ranks = new long[0];

  /** The winner's seat of each match: 1 is the final, 2n and 2n + 1 lead to n, last the seats. */
  private int[] winners = new int[0];

  /** The seats that nobody has, of which there are so many. */
  private int[] vacant = new int[0];

  private int vacancies;

  /** Whose head is first of all. */
  @Nullable Headed first() {
    return players.length == 0 ? null : players[winners[1]];
  }

  /** Takes in, moves or leaves out, as its head and refusal are now. */
  void place(Headed player) {
    if (player.isOpen()) {
      if (player.seat < 0) {
        sit(player);
      }
      ranks[player.seat] = player.headRank();
      play(player.seat);
    } else if (player.seat >= 0) {
      leave(player);
    }
  }

  private void sit(Headed player) {
    if (vacancies == 0) {
      grow();
    }
    player.seat = vacant[--vacancies];
    players[player.seat] = player;
  }

  private void leave(Headed player) {
    int seat = player.seat;
    player.seat = -1;
    players[seat] = null;
    ranks[seat] = Long.MAX_VALUE;
    vacant[vacancies++] = seat;
    play(seat);
  }

  /** Plays the matches of this seat again, as far up as they may end in another way. */
  private void play(int seat) {
    int winner = seat;
    for (int node = players.length + seat; node > 1; node >>= 1) {
      winner = winner(winner, winners[node ^ 1]);
      if (winner != seat && winners[node >> 1] == winner) {
        return;
      }
      winners[node >> 1] = winner;
    }
  }

  private int winner(int one, int other) {
    if (ranks[one] != ranks[other]) {
      return ranks[one] < ranks[other] ? one : other;
    }
    return isBefore(players[one], players[other]) ? one : other;
  }

  private static boolean isBefore(@Nullable Headed one, @Nullable Headed other) {
    Candidate first = one == null ? null : one.head();
    Candidate second = other == null ? null : other.head();
    return first != null && (second == null || CandidateOrder.compare(first, second) < 0);
  }

  private void grow() {
    int before = players.length;
    int seats = Math.max(LEAST, 2 * before);
    players = Arrays.copyOf(players, seats);
    ranks = Arrays.copyOf(ranks, seats);
    winners = new int[2 * seats];
    vacant = new int[seats];
    for (int seat = seats - 1; seat >= before; seat--) {
      ranks[seat] = Long.MAX_VALUE;
      vacant[vacancies++] = seat;
    }
    for (int seat = 0; seat < seats; seat++) {
      winners[seats + seat] = seat;
    }
    for (int node = seats - 1; node > 0; node--) {
      winners[node] = winner(winners[2 * node], winners[2 * node + 1]);
    }
  }
}
